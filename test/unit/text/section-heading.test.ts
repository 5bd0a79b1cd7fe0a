import { expect, test } from 'vitest';
import { sectionAtEnd } from '../../../shared/domain/text/section-heading.ts';

test.each([
  ['SECTION 08 11 13 - HOLLOW METAL DOORS\nPART 1', { number: '08 11 13', title: 'HOLLOW METAL DOORS' }],
  ['Section 081113\nHollow Metal Doors\nPART 1', { number: '08 11 13', title: 'Hollow Metal Doors' }],
  ['SECTION 03 30 00 – CONCRETE\ntext\nSECTION 05 12 00: STEEL\nmore', { number: '05 12 00', title: 'STEEL' }],
  ['SECTION 23 05 48.13', { number: '23 05 48.13', title: null }],
  ['as specified in Section 08 71 00 and elsewhere', undefined],
  ['1.2 FRAMES', undefined],
])('the text %j ends in the section %j', (text, section) => {
  expect(sectionAtEnd(text)).toEqual(section);
});
