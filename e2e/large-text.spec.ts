import { testLargeText, withFontSize } from './large-text.ts';
import { test } from './test.ts';

const pixels = 20;

test.use({ account: 'owner', launchOptions: await withFontSize(pixels) });

testLargeText(pixels);
