import type { FileKind } from './kinds.ts';

const DRAWING = 'Export it as PDF or DXF and upload that to have its text read and to compare it';
const MODEL = 'Export its sheets as PDF, or the model as IFC, and upload that';

/** Why files of formats without a public description are stored unread, and what to export instead. */
const REASONS: Readonly<Partial<Record<FileKind, string>>> = {
  dwg: `This is an AutoCAD drawing (DWG), which only CAD programs read. ${DRAWING}.`,
  dwf: `This is an Autodesk plot file (DWF), which only CAD programs read. ${DRAWING}.`,
  dgn: `This is a MicroStation drawing (DGN), which only CAD programs read. ${DRAWING}.`,
  rvt: `This is a Revit file (RVT, RFA), which only Revit reads. ${MODEL}.`,
  skp: `This is a SketchUp model (SKP), which only CAD programs read. ${MODEL}.`,
  '3dm': `This is a Rhino model (3DM), which only CAD programs read. ${MODEL}.`,
};

/** Returns the reason why a file of this kind is stored without being read, for its user; null if there is none to give. */
export const unreadReason = (kind: FileKind): string | null => REASONS[kind] ?? null;
