import { testLargeText, withFontSize } from './large-text.ts';
import { test } from './test.ts';

const pixels = 32;

test.use({ account: 'owner', launchOptions: await withFontSize(pixels) });

testLargeText(pixels);
