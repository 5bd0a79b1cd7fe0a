/** Why findings of the NIST 800-53 rules do no harm here, where one reason serves several constructs. */
export const NO_INLINE_POLICY = {
  'NIST.800.53.R5-IAMNoInlinePolicy':
    'The policy says in full what this one role may do; shared by nobody, it lives and goes with the role.',
};
export const LOG_ENCRYPTION = {
  'NIST.800.53.R5-CloudWatchLogGroupEncrypted':
    'CloudWatch encrypts every group with keys of its own; logs hold no contents, tokens or links that a second key would guard.',
};
export const FUNCTION = {
  'NIST.800.53.R5-LambdaInsideVPC':
    'The function calls services of AWS and public addresses alone: a network of its own would add a gateway and guard nothing.',
  'NIST.800.53.R5-LambdaConcurrency':
    'Limits stand where callers are told apart: the gateway throttles, each caller has a rate, and queues bound their workers.',
};
export const FUNCTION_DEAD_LETTERS = {
  'NIST.800.53.R5-LambdaDLQ':
    'Invoked by the gateway or from a queue, never asynchronously: an error reaches the caller or the queue.',
};
export const TABLE_BACKUP = {
  'NIST.800.53.R5-DynamoDBInBackupPlan':
    'Point-in-time recovery restores any second of 35 days in the stages that keep data; a plan of backups adds nothing to it.',
};
export const BUCKET_REPLICATION = {
  'NIST.800.53.R5-S3BucketReplicationEnabled':
    'Stages stand in one region: versions keep what is overwritten or deleted, and a second region is a decision of who runs it.',
};
export const LOG_BUCKET = {
  'NIST.800.53.R5-S3BucketVersioningEnabled': 'Access logs are written once by S3 itself and expire after their days.',
  'NIST.800.53.R5-S3DefaultEncryptionKMS': 'The log delivery of S3 cannot write under a key of the customer.',
};
