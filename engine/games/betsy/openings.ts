/** Enough for tens of thousands of different openings on the usual board. */
export const openingPlies = 8;

export const otherSizes = [4, 7];
