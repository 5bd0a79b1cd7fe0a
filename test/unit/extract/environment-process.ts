import { answerOnce } from '../../../shared/extract/in-process.ts';

// A reader process that returns its own environment as text.
answerOnce(async () => ({ pages: [{ text: JSON.stringify(process.env) }] }) as never);
