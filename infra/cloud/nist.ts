/** Why findings of the NIST 800-53 rules are harmless here, for reasons that apply to several constructs. */
export const NO_INLINE_POLICY = {
  'NIST.800.53.R5-IAMNoInlinePolicy':
    'The policy lists all rights of this one role; it is not shared and is deleted with the role.',
};
export const LOG_ENCRYPTION = {
  'NIST.800.53.R5-CloudWatchLogGroupEncrypted':
    'CloudWatch encrypts every group with its own keys; logs contain no contents, tokens or links that a second key would protect.',
};
export const FUNCTION = {
  'NIST.800.53.R5-LambdaInsideVPC':
    'The function calls only AWS services and public addresses: a VPC would add a gateway and protect nothing.',
  'NIST.800.53.R5-LambdaConcurrency':
    'Limits apply where callers are distinguished: the gateway throttles, each caller has a rate limit, and queues limit their workers.',
};
export const FUNCTION_DEAD_LETTERS = {
  'NIST.800.53.R5-LambdaDLQ':
    'Invoked by the gateway or from a queue, never asynchronously: an error reaches the caller or the queue.',
};
export const TABLE_BACKUP = {
  'NIST.800.53.R5-DynamoDBInBackupPlan':
    'Point-in-time recovery covers every second of 35 days in the stages that keep data; a backup plan would add nothing.',
};
export const BUCKET_REPLICATION = {
  'NIST.800.53.R5-S3BucketReplicationEnabled':
    'A stage is in one region: versioning keeps overwritten and deleted objects, and a second region is a decision of the operator.',
};
export const LOG_BUCKET = {
  'NIST.800.53.R5-S3BucketVersioningEnabled': 'Access logs are written once by S3 itself and expire after their days.',
  'NIST.800.53.R5-S3DefaultEncryptionKMS': 'S3 log delivery cannot write with a customer-managed key.',
};
