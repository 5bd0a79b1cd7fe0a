/** Size of every part except the last: 5 GiB make 320 parts, and a lost one costs seconds. */
export const PART_BYTES = 16 * 1024 ** 2;

/** Returns the number of parts of a file; an empty file is one empty part. */
export const partCount = (fileSize: number, partSize: number): number => Math.max(1, Math.ceil(fileSize / partSize));

/** Returns the bytes of one part, 1-based. */
export const sizeOfPart = (fileSize: number, partSize: number, part: number): number =>
  Math.min(partSize, fileSize - (part - 1) * partSize);

/** Returns the numbers of parts that are missing or have the wrong size, in order. */
export const faultyParts = (
  fileSize: number,
  partSize: number,
  arrived: readonly { part_number: number; size: number }[],
): number[] => {
  const sizes = new Map(arrived.map((part) => [part.part_number, part.size]));
  return Array.from({ length: partCount(fileSize, partSize) }, (_, i) => i + 1).filter(
    (part) => sizes.get(part) !== sizeOfPart(fileSize, partSize, part),
  );
};
