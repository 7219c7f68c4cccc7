/** Text in a pattern of LIKE, where its characters stand for themselves. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
