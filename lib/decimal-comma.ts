/** Text of a number with its comma as a decimal point, because keyboards of some regions have no point. */
export const withPoint = (text: string): string => text.replace(',', '.');
