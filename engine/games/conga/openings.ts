/** Enough for tens of thousands of different openings on the usual board. */
export const openingPlies = 7;

export const otherSizes = [3];
