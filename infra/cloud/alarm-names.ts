/** Names of alarms, without the stage's prefix. */
export const API_FAULTS = 'api-faults';
export const faultsOf = (group: string): string => `${group}-faults`;
export const errorsOf = (worker: string): string => `${worker}-errors`;
