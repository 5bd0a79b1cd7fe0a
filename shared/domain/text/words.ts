/** Words that carry no subject: English function words and what every sheet and specification repeats. */
const STOP_WORDS = new Set(
  (
    'a about above after all also an and any are as at be been before being below between both but by can could did do ' +
    'does each either etc for from further had has have he her his how i if in into is it its less may more most must ' +
    'no nor not of off on once one only onto or other our out over own per same shall she should so such than that the ' +
    'their them then there these they this those through to two under until up upon use used using was we were what ' +
    'when where which while who will with within without would you your item items refer see note notes page sheet ' +
    'section part sections number numbers date'
  ).split(' '),
);

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’./-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu;

/** The words of a text in lower case and order; codes such as `A-101` or `3.2.1` stay whole. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** True for a word that can name a subject: letters, more than two characters, no function word. */
export const isTerm = (word: string): boolean =>
  word.length > 2 && word.length <= 40 && !STOP_WORDS.has(word) && /\p{L}{2}/u.test(word);
