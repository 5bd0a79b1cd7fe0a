/**
 * Returns the hue of a colour as a part of the colour circle, 0 to 1 from red by way of green and blue.
 * @param red by how much each primary colour exceeds the lowest one; one of them is positive
 */
export const hueOf = (red: number, green: number, blue: number): number => {
  const most = Math.max(red, green, blue);
  const sixths =
    most === red ? (green - blue) / most : most === green ? 2 + (blue - red) / most : 4 + (red - green) / most;
  return ((sixths + 6) % 6) / 6;
};
