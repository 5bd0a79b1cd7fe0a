import * as z from 'zod';

/** The section that contains a passage, as responses name it. */
export const SectionNameView = z
  .object({
    number: z
      .string()
      .meta({ description: 'The number of the section; empty if its heading has none', example: '08 11 13' }),
    title: z.string().nullable().meta({ description: 'Its heading', example: 'HOLLOW METAL DOORS' }),
  })
  .meta({ id: 'SectionName', description: 'A section of a specification' });
