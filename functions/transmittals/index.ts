import * as createTransmittal from './create-transmittal.ts';
import * as deleteTransmittal from './delete-transmittal.ts';
import * as downloadTransmittalArchive from './download-transmittal-archive.ts';
import * as downloadTransmittedDocument from './download-transmitted-document.ts';
import * as getTransmittal from './get-transmittal.ts';
import * as listTransmittals from './list-transmittals.ts';
import * as openTransmittal from './open-transmittal.ts';

/** In the order of the reference pages. */
export const operations = [
  listTransmittals,
  createTransmittal,
  getTransmittal,
  deleteTransmittal,
  openTransmittal,
  downloadTransmittedDocument,
  downloadTransmittalArchive,
];
