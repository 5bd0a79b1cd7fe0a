import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { type Environment, required } from '../../environment.ts';
import type { ChangesAside } from '../../ports.ts';
import { deadLetterName } from '../../queue/queues.ts';
import { sentMessage } from '../clients/sent-message.ts';
import { sqsClient } from '../clients/sqs-client.ts';

export const adapter = (environment: Environment): ChangesAside => {
  const queues = required(environment, 'DEAD_LETTERS_URL');
  return {
    set: async (worker, keys) => {
      const QueueUrl = queues + deadLetterName(worker);
      await sqsClient().send(new SendMessageCommand({ QueueUrl, ...sentMessage({ keys }, undefined) }));
    },
  };
};
