import type { App } from 'aws-cdk-lib';

export interface TemplateResource {
  Type: string;
  Properties?: Record<string, unknown>;
  DependsOn?: string | string[];
  DeletionPolicy?: string;
}
export interface Template {
  Resources: Record<string, TemplateResource>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown } }>;
  Parameters?: Record<string, unknown>;
}
/** A stack as CloudFormation would receive it. */
export interface DeployedStack {
  name: string;
  region: string;
  /** Names of the stacks that are deployed before it. */
  after: readonly string[];
  terminationProtection: boolean;
  template: Template;
}

/** The stacks of an app in order of deployment. @throws Error when a rule of a rule pack has a finding */
export const stacksOf = (app: App): DeployedStack[] =>
  app.synth().stacks.map((artifact) => ({
    name: artifact.stackName,
    region: artifact.environment.region,
    after: artifact.dependencies.flatMap((one) => ('stackName' in one ? [String(one.stackName)] : [])),
    terminationProtection: artifact.terminationProtection ?? false,
    template: artifact.template as Template,
  }));

/** Every call of an intrinsic function in a value, as `[name, argument]`. */
export const intrinsicsOf = (value: unknown): [name: string, argument: unknown][] => {
  if (Array.isArray(value)) return value.flatMap(intrinsicsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === 'Ref' || name.startsWith('Fn::') ? [[name, inner] as [string, unknown]] : []),
    ...intrinsicsOf(inner),
  ]);
};

/** The exports of a stack: values by name. */
export const exportsOf = ({ template }: DeployedStack): Map<string, unknown> =>
  new Map(
    Object.values(template.Outputs ?? {}).flatMap(({ Value, Export }) =>
      Export ? [[String(Export.Name), Value]] : [],
    ),
  );

/** The names of the exports that a stack imports. */
export const importsOf = ({ template }: DeployedStack): Set<string> =>
  new Set(intrinsicsOf(template).flatMap(([name, argument]) => (name === 'Fn::ImportValue' ? [String(argument)] : [])));

/** By type, the property that gives a resource a fixed name, unique in its account and region. */
const NAMES: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::SES::ConfigurationSet': 'Name',
  'AWS::SES::EmailIdentity': 'EmailIdentity',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::KMS::Alias': 'AliasName',
  'AWS::CodeDeploy::Application': 'ApplicationName',
  'AWS::ApiGatewayV2::DomainName': 'DomainName',
  'AWS::ApiGatewayV2::Route': 'RouteKey',
  'AWS::WAFv2::WebACL': 'Name',
};

/** The fixed name, unique among its type; undefined if CloudFormation generates it. */
export const nameOf = ({ Type, Properties }: TemplateResource): string | undefined => {
  const name = Properties?.[NAMES[Type] ?? ''];
  return typeof name === 'string' ? name : undefined;
};
