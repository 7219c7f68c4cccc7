// Lets Node.js run the TypeScript files: node --import ./tools/typescript.mjs FILE. Translations are not cached,
// because tsx keeps them in a shared temporary folder, where another user of the machine could plant code.
process.env.TSX_DISABLE_CACHE = '1';
const { register } = await import('tsx/esm/api');
register({ tsconfig: false });
