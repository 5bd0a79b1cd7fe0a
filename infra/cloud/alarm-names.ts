/** Names, below the stage's prefix, of the alarms that people are told about and that take a new version back. */
export const API_FAULTS = 'api-faults';
export const faultsOf = (group: string): string => `${group}-faults`;
export const errorsOf = (worker: string): string => `${worker}-errors`;
