import { Secret, TOTP } from 'otpauth';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { password, sendRequest, signIn } from './api-client.ts';
import { tokenSentTo } from './database.ts';
import { expect, test } from './test.ts';

const newPassword = 'a quiet tuesday bar';

test('the profile lists the signed-in devices, signs one out and changes the password', async ({
  page,
  bar,
}) => {
  await page.goto('/add-drink');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  await page.getByRole('link', { name: 'Security' }).click();
  const devices = page.getByRole('region', { name: 'Signed-in devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(1);
  await expect(devices.first()).toContainText('this device');
  await signIn(bar.email);
  await page.reload();
  await expect(devices).toHaveCount(2);
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await devices.getByRole('button', { name: /^Sign out Unknown device/ }).click();
  await expect(devices).toHaveCount(1);

  await page.getByLabel('Current password').fill('a wrong one');
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('New password again').fill(newPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The password is not correct')).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await page.getByLabel('Current password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
});

test('a forgotten password is set anew with the link of a mail', async ({ browser, bar }) => {
  test.slow();
  const page = await browser.newPage();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(bar.email);
  await page.getByRole('button', { name: 'Send a link' }).click();
  await expect(page.getByText('If there is an account with this email')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/reset-password#${await tokenSentTo(bar.email, 1, 'reset-password')}`);
  await page.getByLabel('New password', { exact: true }).fill('password');
  await page.getByLabel('New password again').fill('password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('one of the first that are guessed')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('New password again').fill(newPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill(bar.email);
  await page.getByLabel('Password').fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your Menu' })).toBeVisible();
  await page.close();
});

test('two-step sign-in is turned on, and asks for a code at the next sign-in', async ({
  page,
  bar,
}) => {
  await page.goto('/profile?tab=security');
  const card = page.getByRole('region', { name: 'Two-step sign-in' });
  await card.getByRole('button', { name: 'Turn on' }).click();
  await expect(card.getByLabel('Your password')).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(card.locator('svg path').last()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const secret = Secret.fromBase32((await card.getByRole('code').textContent()) ?? '');
  await card.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate());
  await page.keyboard.press('Enter');
  await expect(card.getByRole('listitem')).toHaveCount(10);
  const recovery = (await card.getByRole('listitem').first().textContent()) ?? '';
  await card.getByRole('button', { name: 'I have stored the codes' }).click();
  await expect(card).toContainText('10 recovery codes are left');

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(bar.email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is not correct')).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(recovery);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your Menu' })).toBeVisible();
});

test('a name is changed at once, an email with the link of a mail, and a reset leads to the sign-in', async ({
  page,
  bar,
}) => {
  test.slow();
  await page.goto('/profile');
  const email = `new.${bar.email}`;
  await page.getByLabel('First name').fill('Maya');
  await page.getByLabel('Last name').fill('Lind');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter your password')).toBeVisible();
  await page.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`A link is on its way to ${email}.`)).toBeVisible();
  await expect(page.getByText(`Maya Lind · ${bar.email}`)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(bar.email);
  await expectAccessible(page);

  await page.goto(`/new-email#${await tokenSentTo(email, 1, 'new-email')}`);
  await page.getByRole('button', { name: 'Use this email' }).click();
  await expect(page.getByText(`You sign in as ${email}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to your profile' }).click();
  await expect(page.getByText(`Maya Lind · ${email}`)).toBeVisible();

  await sendRequest(null, 'POST', '/api/users/password/forgot', { email });
  await page.goto(`/reset-password#${await tokenSentTo(email, 1, 'reset-password')}`);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('New password again').fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your password is set.')).toBeVisible();
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
});
