import { texts } from './texts.ts';

/** A notice that a later revision has replaced the sheet that is shown. */
export const Superseded = ({ by }: { by: { revision: string | null } }) => (
  <p class="superseded" role="note">
    {texts.supersededBy(by.revision)}
  </p>
);
