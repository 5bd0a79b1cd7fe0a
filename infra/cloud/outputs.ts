/** The outputs of the data stack by which operators' commands find a stage, by the variable that each one fills. */
export const DATA_OUTPUTS = {
  TABLE_NAME: 'RecordsTable',
  CREDENTIALS_TABLE_NAME: 'CredentialsTable',
  REQUESTS_TABLE_NAME: 'RequestsTable',
  FILES_BUCKET: 'FilesBucket',
} as const;

/** The output that names the bucket of access logs, which has to be emptied as well before a stage can go. */
export const ACCESS_LOGS_OUTPUT = 'AccessLogsBucket';
