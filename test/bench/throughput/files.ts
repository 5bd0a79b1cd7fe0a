import { drawSheet, encryptedPdf, truncatedPdf, zeroByteFile } from '../../../infra/demo/drawings/index.ts';

export interface BenchFile {
  name: string;
  bytes: Uint8Array;
}

/** Number of drawn sheets; each file is one of them with unique bytes appended. */
const SHEETS = 20;
const DUPLICATES = 40;
const TEXTS = 60;
const HOSTILE = 15;

const kinds = ['floor-plan', 'elevation', 'section', 'door-schedule'] as const;
const sizes = ['A1', 'A2', 'A3', 'A3'] as const;

/** Appending a comment changes only a PDF's SHA-256. */
const ownBytes = (pdf: Uint8Array, i: number): Uint8Array =>
  new Uint8Array(Buffer.concat([pdf, Buffer.from(`\n% ${i}\n`)]));

/**
 * The typical content of a project's uploads: mostly drawings of one sheet (a quarter A1, a quarter A2, half A3), some
 * of them twice, texts, and unreadable files. The same files in each run.
 */
export const benchFiles = (count: number): BenchFile[] => {
  const sheets = Array.from({ length: SHEETS }, (_, i) =>
    drawSheet({ seed: i, kind: kinds[i % 4], size: sizes[i % 4] }),
  );
  const drawings = Array.from({ length: count - DUPLICATES - TEXTS - HOSTILE }, (_, i) => ({
    name: `drawing-${i}.pdf`,
    bytes: ownBytes(sheets[i % SHEETS] as Uint8Array, i),
  }));
  const duplicates = drawings.slice(0, DUPLICATES).map(({ bytes }, i) => ({ name: `again-${i}.pdf`, bytes }));
  const texts = Array.from({ length: TEXTS }, (_, i) => ({
    name: `minutes-${i}.txt`,
    bytes: new TextEncoder().encode(
      `Minutes of site meeting ${i}. Concrete of the second floor was checked. `.repeat(60),
    ),
  }));
  const wrong = [encryptedPdf(), truncatedPdf()];
  const hostile = Array.from({ length: HOSTILE }, (_, i) => ({
    name: `hostile-${i}.pdf`,
    bytes: i % 3 === 2 ? zeroByteFile() : ownBytes(wrong[i % 3] as Uint8Array, i),
  }));
  // Kinds alternate as in practice, in the same order each time.
  const all = [...drawings, ...duplicates, ...texts, ...hostile];
  return all
    .map((file, i) => ({ file, turn: (i * 7919) % all.length }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ file }) => file);
};
