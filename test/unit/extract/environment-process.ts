import { answerOnce } from '../../../shared/extract/in-process.ts';

// A reader's process whose text is its own environment.
answerOnce(async () => ({ pages: [{ text: JSON.stringify(process.env) }] }) as never);
