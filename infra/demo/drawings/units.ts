export type Units = 'metric' | 'imperial';

/** points per millimetre of paper */
export const MM = 72 / 25.4;

/** Model lengths are millimetres throughout; imperial sheets snap to inches. */
export const INCH = 25.4;
export const FOOT = 304.8;

export const snap = (length: number, step: number): number => Math.round(length / step) * step;

/** Formats a length: `3600` or `11'-10"`. */
export const formatLength = (mm: number, units: Units): string => {
  if (units === 'metric') return String(Math.round(mm));
  const inches = Math.round(mm / INCH);
  return `${Math.floor(inches / 12)}'-${inches % 12}"`;
};

/** Formats an area in square millimetres: `24.6 m²` or `265 SF`. */
export const formatArea = (mm2: number, units: Units): string =>
  units === 'metric' ? `${(mm2 / 1e6).toFixed(1)} m²` : `${Math.round(mm2 / FOOT ** 2)} SF`;

const IMPERIAL: Record<string, number> = {
  '1/32" = 1\'-0"': 384,
  '1/16" = 1\'-0"': 192,
  '3/32" = 1\'-0"': 128,
  '1/8" = 1\'-0"': 96,
  '3/16" = 1\'-0"': 64,
  '1/4" = 1\'-0"': 48,
  '1/2" = 1\'-0"': 24,
};

/** Returns the denominator of a printed scale such as `1:100` or `1/8" = 1'-0"`; null for `AS NOTED` and similar. */
export const scaleDenominator = (scale: string): number | null => {
  const ratio = /1\s*:\s*(\d+)/.exec(scale);
  return ratio ? Number(ratio[1]) : (IMPERIAL[scale] ?? null);
};
