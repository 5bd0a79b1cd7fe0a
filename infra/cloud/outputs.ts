/** The outputs of the data stack that operators' commands read to find a stage, by the variable that each one sets. */
export const DATA_OUTPUTS = {
  TABLE_NAME: 'RecordsTable',
  CREDENTIALS_TABLE_NAME: 'CredentialsTable',
  REQUESTS_TABLE_NAME: 'RequestsTable',
  FILES_BUCKET: 'FilesBucket',
  KMS_KEY_ID: 'SecretsKeyArn',
} as const;

/** The output with the bucket of access logs, which also has to be emptied before a stage can be deleted. */
export const ACCESS_LOGS_OUTPUT = 'AccessLogsBucket';
