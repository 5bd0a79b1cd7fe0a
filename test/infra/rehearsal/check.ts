import { type DeployedStack, exportsOf, importsOf, intrinsicsOf, nameOf, type TemplateResource } from './template.ts';

/** Hard limits of AWS, which no quota request raises. */
const LIMITS = {
  resources: 500,
  outputs: 200,
  parameters: 200,
  templateBytes: 1_000_000,
  /** Characters of all inline policies of a role, without white space. */
  rolePolicies: 10_240,
  /** Bytes of all environment variables of a function. */
  environment: 4096,
  functionName: 64,
  queueName: 80,
  description: 256,
  routes: 300,
};

const resourcesOf = ({ name: stack, template }: DeployedStack) =>
  Object.entries(template.Resources).map(([id, resource]) => ({ stack, id, resource, where: `${stack} ${id}` }));

const isKept = ({ DeletionPolicy }: TemplateResource): boolean => DeletionPolicy?.startsWith('Retain') ?? false;

/** References of a template to resources that it lacks. */
const danglingIn = (stack: DeployedStack): string[] => {
  const { Resources, Parameters = {} } = stack.template;
  const known = (id: string) => id in Resources || id in Parameters || id.startsWith('AWS::');
  const referenced = (name: string, argument: unknown): string[] => {
    if (name === 'Ref') return [String(argument)];
    if (name === 'Fn::GetAtt') return [String(Array.isArray(argument) ? argument[0] : String(argument).split('.')[0])];
    if (name !== 'Fn::Sub') return [];
    const [text, given = {}] = (Array.isArray(argument) ? argument : [argument]) as [string, object?];
    return [...text.matchAll(/\$\{([^!}.]+)[^}]*\}/g)].map(([, id]) => id!).filter((id) => !(id in given));
  };
  return [
    ...intrinsicsOf(stack.template).flatMap(([name, argument]) => referenced(name, argument)),
    ...Object.values(Resources).flatMap(({ DependsOn = [] }) => DependsOn),
  ]
    .filter((id) => !known(id))
    .map((id) => `${stack.name} refers to ${id}, which it does not have`);
};

/** Imports that no earlier stack exports. */
const missingImports = (stacks: readonly DeployedStack[]): string[] => {
  const byName = new Map(stacks.map((stack) => [stack.name, stack]));
  const before = (stack: DeployedStack, seen = new Set<string>()): Set<string> => {
    for (const name of stack.after) {
      if (seen.has(name)) continue;
      seen.add(name);
      before(byName.get(name)!, seen);
    }
    return seen;
  };
  return stacks.flatMap((stack) => {
    const earlier = stacks.filter(({ name, region }) => before(stack).has(name) && region === stack.region);
    const available = new Set(earlier.flatMap((one) => [...exportsOf(one).keys()]));
    return [...importsOf(stack)]
      .filter((name) => !available.has(name))
      .map((name) => `${stack.name} imports ${name}, which no stack before it in ${stack.region} exports`);
  });
};

const twice = (names: readonly string[], what: string): string[] =>
  [...new Set(names.filter((name, i) => names.indexOf(name) !== i))].map((name) => `${what} ${name} stands twice`);

const over = (where: string, what: keyof typeof LIMITS, value: number): string[] =>
  value > LIMITS[what] ? [`${where} has ${value} ${what}, of at most ${LIMITS[what]}`] : [];

const overLimits = (stack: DeployedStack): string[] => {
  const { name, template } = stack;
  const { Resources, Outputs = {}, Parameters = {} } = template;
  return [
    ...over(name, 'resources', Object.keys(Resources).length),
    ...over(name, 'outputs', Object.keys(Outputs).length),
    ...over(name, 'parameters', Object.keys(Parameters).length),
    ...over(name, 'templateBytes', Buffer.byteLength(JSON.stringify(template))),
    ...resourcesOf(stack).flatMap(({ where, resource: { Type, Properties = {} } }) => {
      if (Type === 'AWS::IAM::Role')
        return over(where, 'rolePolicies', JSON.stringify(Properties.Policies ?? []).length);
      if (Type === 'AWS::SQS::Queue') return over(where, 'queueName', String(Properties.QueueName ?? '').length);
      if (Type !== 'AWS::Lambda::Function') return [];
      const { Variables = {} } = (Properties.Environment ?? {}) as { Variables?: object };
      return [
        ...over(where, 'environment', JSON.stringify(Variables).length),
        ...over(where, 'functionName', String(Properties.FunctionName ?? '').length),
        ...over(where, 'description', String(Properties.Description ?? '').length),
      ];
    }),
  ];
};

/** Problems that prevent creating the stacks in order, or creating them again after a failed attempt. */
export const creationProblems = (stacks: readonly DeployedStack[]): string[] => {
  const order = stacks.map(({ name }) => name);
  const all = stacks.flatMap(resourcesOf);
  const named = (resource: TemplateResource) => nameOf(resource) !== undefined;
  return [
    ...stacks.flatMap(({ name, after }, i) =>
      after.filter((one) => order.indexOf(one) >= i).map((one) => `${name} is deployed before ${one}, which it needs`),
    ),
    ...stacks.flatMap(danglingIn),
    ...missingImports(stacks),
    ...stacks.flatMap(overLimits),
    ...over('the API', 'routes', all.filter(({ resource: { Type } }) => Type === 'AWS::ApiGatewayV2::Route').length),
    ...twice(
      stacks.flatMap((stack) => [...exportsOf(stack).keys()].map((name) => `${name} of ${stack.region}`)),
      'the export',
    ),
    ...twice(
      all.filter(({ resource }) => named(resource)).map(({ resource }) => `${resource.Type} ${nameOf(resource)}`),
      'the name of',
    ),
    // `RetainExceptOnCreate` removes a resource whose creation fails; a retained one would block its own name for the
    // next attempt.
    ...all
      .filter(({ resource }) => resource.DeletionPolicy === 'Retain' && named(resource))
      .map(({ where, resource }) => `${where} is kept by the fixed name ${nameOf(resource)}, which blocks a retry`),
  ];
};

/**
 * Properties whose change makes CloudFormation replace the resource: its data is lost, or the update fails because its
 * name or its target may exist only once.
 */
const REPLACING: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema', 'LocalSecondaryIndexes', 'ImportSourceSpecification'],
  'AWS::S3::Bucket': ['BucketName', 'BucketNamePrefix', 'BucketNamespace'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::ApiGatewayV2::Stage': ['ApiId', 'StageName'],
  'AWS::Lambda::Function': ['PackageType'],
  'AWS::Lambda::EventSourceMapping': ['EventSourceArn', 'StartingPosition', 'StartingPositionTimestamp'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
};
/** Types whose resources may not be removed by an update: they hold data, or the address that clients know. */
const STATEFUL: ReadonlySet<string> = new Set([
  ...['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::ApiGatewayV2::Api', 'AWS::SQS::Queue'],
]);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Problems that prevent updating a stage from one state to another, or would lose its data. */
export const updateProblems = (before: readonly DeployedStack[], after: readonly DeployedStack[]): string[] => {
  const imported = new Map(before.flatMap((stack) => [...importsOf(stack)].map((name) => [name, stack.name] as const)));
  const later = new Map(after.map((stack) => [stack.name, stack]));
  // Stacks that the later state lacks stay as they are: no deployment touches them.
  const updated = before.filter(({ name }) => later.has(name));
  const heldExports = updated.flatMap((stack) => {
    const next = exportsOf(later.get(stack.name)!);
    return [...exportsOf(stack)].flatMap(([name, value]) => {
      if (!imported.has(name)) return [];
      if (!next.has(name)) return [`${stack.name} would drop the export ${name}, which ${imported.get(name)} imports`];
      return same(next.get(name), value)
        ? []
        : [`${stack.name} would change the export ${name}, which ${imported.get(name)} imports`];
    });
  });
  const lost = updated.flatMap(resourcesOf).flatMap(({ stack, id, where, resource }) => {
    const next = later.get(stack)!.template.Resources[id];
    if (!next || next.Type !== resource.Type) {
      return STATEFUL.has(resource.Type) && !OF_SETTINGS.test(id)
        ? [`${where} (${resource.Type}) would be removed`]
        : [];
    }
    return (REPLACING[resource.Type] ?? [])
      .filter((property) => !same(resource.Properties?.[property], next.Properties?.[property]))
      .map((property) => `${where} (${resource.Type}) would be replaced: ${property} changes`);
  });
  const places = new Map(
    before.flatMap(resourcesOf).flatMap(({ where, resource }) => {
      const name = nameOf(resource);
      return name === undefined ? [] : [[`${resource.Type} ${name}`, where] as const];
    }),
  );
  const moved = after.flatMap(resourcesOf).flatMap(({ where, resource }) => {
    const place = places.get(`${resource.Type} ${nameOf(resource)}`);
    return place === undefined || place === where
      ? []
      : [`${where} takes the name ${nameOf(resource)} (${resource.Type}), which ${place} still has`];
  });
  return [...heldExports, ...lost, ...moved];
};

/** Resources that depend on a setting and hold nothing: the key of mail events in transit. */
const OF_SETTINGS = /^MailKey/;

/** Problems that prevent deleting a stage completely once its buckets are empty. */
export const deletionProblems = (stacks: readonly DeployedStack[]): string[] => [
  ...stacks
    .filter(({ terminationProtection }) => terminationProtection)
    .map(({ name }) => `${name} is protected from deletion`),
  ...stacks
    .flatMap(resourcesOf)
    .flatMap(({ where, resource }) => [
      ...(isKept(resource) ? [`${where} (${resource.Type}) stays behind`] : []),
      ...(resource.Properties?.DeletionProtectionEnabled === true ? [`${where} is protected from deletion`] : []),
    ]),
  // Stacks are deleted in reverse order: an export can be deleted once nothing imports it.
  ...stacks.flatMap((stack, i) =>
    [...importsOf(stack)]
      .filter((name) => !stacks.slice(0, i).some((earlier) => exportsOf(earlier).has(name)))
      .map((name) => `${stack.name} still imports ${name} when its stack is deleted`),
  ),
];
