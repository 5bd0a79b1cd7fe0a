interface Template {
  Resources?: Record<string, { Type: string; Properties?: { Environment?: { Variables?: Record<string, unknown> } } }>;
}

/** The variables that every function has in addition to its own: the endpoints on this machine, and the credentials. */
const COMMON = /^AWS_(REGION|ACCESS_KEY_ID|SECRET_ACCESS_KEY|ENDPOINT_URL_\w+)$/;

/**
 * Returns the environment variables of each function in synthesized templates, by its logical id, as `sam local invoke
 * --env-vars` reads them: those named in its template, with the given values instead of references.
 */
export const functionVariables = (
  templates: readonly Template[],
  values: Readonly<Record<string, string | undefined>>,
): Record<string, Record<string, string>> => {
  const common = Object.entries(values).filter(([name]) => COMMON.test(name));
  const functions = templates.flatMap(({ Resources = {} }) =>
    Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::Lambda::Function'),
  );
  return Object.fromEntries(
    functions.map(([id, { Properties }]) => {
      const given = Object.entries(Properties?.Environment?.Variables ?? {}).flatMap(([name, written]) => {
        const value = values[name] ?? (typeof written === 'string' ? written : undefined);
        return value === undefined ? [] : [[name, value] as const];
      });
      return [id, Object.fromEntries([...common, ...given]) as Record<string, string>];
    }),
  );
};
