import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Handle, Operation } from './operation.ts';

/** An API Gateway v2 (payload format 2.0) Lambda handler. */
export type HttpHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** The Lambda handler of an operation. */
export const lambda =
  <const O extends Operation>(operation: O, handle: Handle<O>): HttpHandler =>
  async () => {
    throw new Error(`${operation.id} is not served yet by ${handle.name}`);
  };
