import { mockClient as mock } from 'aws-sdk-client-mock';
import { afterAll } from 'vitest';

/**
 * `mockClient` of aws-sdk-client-mock, restored at the end of the test file: the mock replaces a client class for the
 * whole process.
 */
export const mockClient: typeof mock = (client) => {
  const mocked = mock(client);
  afterAll(() => mocked.restore());
  return mocked;
};
