import * as z from 'zod';

const Store = z.object({
  emails: z.array(
    z.looseObject({
      subject: z.string(),
      destination: z.object({ to: z.array(z.string()) }),
      body: z.object({ html: z.string().optional(), text: z.string().optional() }),
    }),
  ),
});
export type TakenMail = z.infer<typeof Store>['emails'][number];

/** What the embedded SES has taken that goes to an address. */
export const mailsTo = async (address: string): Promise<TakenMail[]> => {
  const answer = await fetch(`${process.env.AWS_ENDPOINT_URL_SES}/store`);
  const { emails } = Store.parse(await answer.json());
  return emails.filter(({ destination }) => destination.to.some((each) => each.includes(address)));
};
