import type { FileHandlingTier } from '../documents/values.ts';

interface KindFacts {
  mime_type: string;
  /** without the dot; null if the format has no extension of its own */
  extension: string | null;
  tier: FileHandlingTier;
}

const facts = (mime_type: string, extension: string | null, tier: FileHandlingTier): KindFacts => ({
  mime_type,
  extension,
  tier,
});

/**
 * Every format that the service distinguishes.
 *
 * FULL: PDF, and the image formats of scanned sheets and pages (PNG, JPEG, TIFF). PREVIEW_ONLY: image formats of
 * screens and telephones, which contain no sheets: GIF, WebP, BMP, SVG, HEIC, AVIF. TEXT_ONLY: Office, OpenDocument,
 * RTF, text, CSV, HTML, e-mail, DXF; also a password-protected Office file, so that its processing fails with a reason
 * instead of being skipped silently. RECORD_ONLY: CAD, BIM, archives, media, image formats without a decoder here (JPEG
 * 2000, Photoshop), unknown.
 */
export const FILE_KINDS = {
  pdf: facts('application/pdf', 'pdf', 'FULL'),
  png: facts('image/png', 'png', 'FULL'),
  jpeg: facts('image/jpeg', 'jpg', 'FULL'),
  tiff: facts('image/tiff', 'tif', 'FULL'),

  gif: facts('image/gif', 'gif', 'PREVIEW_ONLY'),
  webp: facts('image/webp', 'webp', 'PREVIEW_ONLY'),
  bmp: facts('image/bmp', 'bmp', 'PREVIEW_ONLY'),
  svg: facts('image/svg+xml', 'svg', 'PREVIEW_ONLY'),
  heic: facts('image/heic', 'heic', 'PREVIEW_ONLY'),
  avif: facts('image/avif', 'avif', 'PREVIEW_ONLY'),

  docx: facts('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx', 'TEXT_ONLY'),
  docm: facts('application/vnd.ms-word.document.macroEnabled.12', 'docm', 'TEXT_ONLY'),
  xlsx: facts('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx', 'TEXT_ONLY'),
  xlsm: facts('application/vnd.ms-excel.sheet.macroEnabled.12', 'xlsm', 'TEXT_ONLY'),
  xlsb: facts('application/vnd.ms-excel.sheet.binary.macroEnabled.12', 'xlsb', 'TEXT_ONLY'),
  pptx: facts('application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx', 'TEXT_ONLY'),
  pptm: facts('application/vnd.ms-powerpoint.presentation.macroEnabled.12', 'pptm', 'TEXT_ONLY'),
  doc: facts('application/msword', 'doc', 'TEXT_ONLY'),
  xls: facts('application/vnd.ms-excel', 'xls', 'TEXT_ONLY'),
  ppt: facts('application/vnd.ms-powerpoint', 'ppt', 'TEXT_ONLY'),
  encrypted_office: facts('application/x-ole-storage', null, 'TEXT_ONLY'),
  odt: facts('application/vnd.oasis.opendocument.text', 'odt', 'TEXT_ONLY'),
  ods: facts('application/vnd.oasis.opendocument.spreadsheet', 'ods', 'TEXT_ONLY'),
  odp: facts('application/vnd.oasis.opendocument.presentation', 'odp', 'TEXT_ONLY'),
  rtf: facts('application/rtf', 'rtf', 'TEXT_ONLY'),
  txt: facts('text/plain', 'txt', 'TEXT_ONLY'),
  md: facts('text/markdown', 'md', 'TEXT_ONLY'),
  csv: facts('text/csv', 'csv', 'TEXT_ONLY'),
  tsv: facts('text/tab-separated-values', 'tsv', 'TEXT_ONLY'),
  json: facts('application/json', 'json', 'TEXT_ONLY'),
  xml: facts('application/xml', 'xml', 'TEXT_ONLY'),
  html: facts('text/html', 'html', 'TEXT_ONLY'),
  eml: facts('message/rfc822', 'eml', 'TEXT_ONLY'),
  msg: facts('application/vnd.ms-outlook', 'msg', 'TEXT_ONLY'),

  dwg: facts('image/vnd.dwg', 'dwg', 'RECORD_ONLY'),
  dxf: facts('image/vnd.dxf', 'dxf', 'TEXT_ONLY'),
  dwf: facts('model/vnd.dwf', 'dwf', 'RECORD_ONLY'),
  dgn: facts('image/vnd.dgn', 'dgn', 'RECORD_ONLY'),
  rvt: facts('application/octet-stream', 'rvt', 'RECORD_ONLY'),
  ifc: facts('application/x-step', 'ifc', 'RECORD_ONLY'),
  step: facts('model/step', 'stp', 'RECORD_ONLY'),
  skp: facts('application/vnd.sketchup.skp', 'skp', 'RECORD_ONLY'),
  '3dm': facts('model/vnd.3dm', '3dm', 'RECORD_ONLY'),
  glb: facts('model/gltf-binary', 'glb', 'RECORD_ONLY'),
  las: facts('application/vnd.las', 'las', 'RECORD_ONLY'),

  zip: facts('application/zip', 'zip', 'RECORD_ONLY'),
  '7z': facts('application/x-7z-compressed', '7z', 'RECORD_ONLY'),
  rar: facts('application/vnd.rar', 'rar', 'RECORD_ONLY'),
  gz: facts('application/gzip', 'gz', 'RECORD_ONLY'),
  bz2: facts('application/x-bzip2', 'bz2', 'RECORD_ONLY'),
  xz: facts('application/x-xz', 'xz', 'RECORD_ONLY'),
  zst: facts('application/zstd', 'zst', 'RECORD_ONLY'),
  tar: facts('application/x-tar', 'tar', 'RECORD_ONLY'),

  jp2: facts('image/jp2', 'jp2', 'RECORD_ONLY'),
  psd: facts('image/vnd.adobe.photoshop', 'psd', 'RECORD_ONLY'),
  mp4: facts('video/mp4', 'mp4', 'RECORD_ONLY'),
  ole: facts('application/x-ole-storage', null, 'RECORD_ONLY'),
  unknown: facts('application/octet-stream', null, 'RECORD_ONLY'),
} as const satisfies Record<string, KindFacts>;

export type FileKind = keyof typeof FILE_KINDS;

/** The type of a file as detected from its bytes. */
export interface DetectedFile {
  kind: FileKind;
  mime_type: string;
  /** without the dot; for a format without its own extension, that of the file name, else null */
  extension: string | null;
  tier: FileHandlingTier;
}
