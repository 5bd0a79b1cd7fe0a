import type { IncomingMessage } from 'node:http';

/**
 * Closes the connection of a request that was answered before its body ended. Input arriving in the next moment is
 * discarded first: closing with unread input would reset the connection, and the client would never see the response.
 */
export function cutOff(request: IncomingMessage, lingerMilliseconds = 1000): void {
  if (!hasUnreadBody(request)) return;
  const timer = setTimeout(() => request.destroy(), lingerMilliseconds);
  request.once('close', () => clearTimeout(timer));
  // A response with `connection: close` would otherwise close both directions as soon as it is written.
  const { socket } = request;
  socket.destroySoon = () => socket.end();
  request.on('error', () => undefined);
  request.unpipe();
  request.resume();
}

/** Whether bytes of a body may still arrive. */
export function hasUnreadBody(request: IncomingMessage): boolean {
  const announced = Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers;
  return announced && !request.complete;
}

/** Sends 100 Continue to a client that waits with its body (`Expect: 100-continue`). */
export function acceptBody(request: IncomingMessage, response: { writeContinue(): void }): void {
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
}
