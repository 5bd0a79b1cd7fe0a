/** Matches a letter of a script that is read from the right. */
export const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const LEFT_TO_RIGHT = /[\p{L}\p{N}]/u;

/** Sorts the words of a line, given from the left, into reading order: Arabic and Hebrew from the right, figures between them as printed. */
export const inReadingOrder = <Word>(line: readonly Word[], textOf: (word: Word) => string): readonly Word[] => {
  const isRight = (word: Word) => RIGHT_TO_LEFT.test(textOf(word));
  const isLeft = (word: Word) => !isRight(word) && LEFT_TO_RIGHT.test(textOf(word));
  if (!line.some(isRight)) return line;
  const runs: Word[][] = [];
  for (const word of line) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && isLeft(last[0]) && isLeft(word)) last.push(word);
    else runs.push([word]);
  }
  return runs.reverse().flat();
};
