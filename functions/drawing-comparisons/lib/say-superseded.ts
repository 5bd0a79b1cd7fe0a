import type { PageOf } from '../../../shared/domain/sheets/sheet-correction.ts';
import type { SheetRegister } from '../../../shared/domain/sheets/sheet-register.ts';
import { supersededBy } from '../../../shared/domain/sheets/superseded.ts';

/** Says which revision has replaced a page since, as in `Superseded since by revision C`; null if none has. */
export const saySuperseded = (register: SheetRegister, page: PageOf | null): string | null => {
  const by = page && supersededBy(register, page);
  return by && `Superseded since by ${by.revision === null ? 'a later revision' : `revision ${by.revision}`}`;
};
