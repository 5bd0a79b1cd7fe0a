import { mockClient as mock } from 'aws-sdk-client-mock';
import { afterAll } from 'vitest';

/** `mockClient` of aws-sdk-client-mock until the end of the test file: a class of clients is shared by all in a process. */
export const mockClient: typeof mock = (client) => {
  const mocked = mock(client);
  afterAll(() => mocked.restore());
  return mocked;
};
