/** Returns how bright a colour looks, 0 to 255, as the primary colours are weighted in video (ITU-R BT.601). */
export const lumaOf = (red: number, green: number, blue: number): number =>
  (red * 77 + green * 151 + blue * 28 + 128) >> 8;
