import { Invalid } from '../../../shared/domain/errors.ts';
import { CREDENTIALS, type Credentials } from '../../../shared/domain/external-systems/credentials.ts';
import type { AuthenticationType } from '../../../shared/domain/external-systems/system-values.ts';
import { toProblems } from '../../../shared/http/problems.ts';

/**
 * Returns the credentials of a body, restricted to the fields that the type needs.
 * @throws Invalid naming each missing or wrong field
 */
export const fittingCredentials = (type: AuthenticationType, given: Credentials): Credentials => {
  if (type === 'none') throw Invalid.at(['body', 'credentials'], 'authentication_type none takes no credentials');
  const parsed = CREDENTIALS[type].safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = toProblems(parsed.error, given, 'body');
  throw new Invalid(problems.map(({ loc, ...rest }) => ({ loc: ['body', 'credentials', ...loc.slice(1)], ...rest })));
};
