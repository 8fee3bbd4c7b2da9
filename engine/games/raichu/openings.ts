/** Enough for tens of thousands of different openings on the usual board. */
export const openingPlies = 6;

export const otherSizes = [10, 12];
