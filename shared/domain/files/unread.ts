import type { FileKind } from './kinds.ts';

const DRAWING = 'Export it as PDF or DXF and upload that to have its text read and to compare it';
const MODEL = 'Export its sheets as PDF and upload them';

/** Why CAD and BIM files are stored unread, and what to export instead. */
const REASONS: Readonly<Partial<Record<FileKind, string>>> = {
  dwg: `This is an AutoCAD drawing (DWG), which only CAD programs read. ${DRAWING}.`,
  dwf: `This is an Autodesk plot file (DWF), which only CAD programs read. ${DRAWING}.`,
  dgn: `This is a MicroStation drawing (DGN), which only CAD programs read. ${DRAWING}.`,
  rvt: `This is a Revit file (RVT, RFA), which only Revit reads. ${MODEL}.`,
  ifc: `This is a building model (IFC), of which nothing is read. ${MODEL}.`,
  skp: `This is a SketchUp model (SKP), which only CAD programs read. ${MODEL}.`,
  '3dm': `This is a Rhino model (3DM), which only CAD programs read. ${MODEL}.`,
};

/** Returns the fields of a document whose file is stored without being read, with the reason if there is one to give. */
export const unreadFields = (kind: FileKind) => {
  const error = REASONS[kind] ?? null;
  return { text_status: 'none', error, error_detail: error === null ? null : { code: 'unsupported' } } as const;
};
