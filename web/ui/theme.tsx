import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ButtonHTMLAttributes, MouseEvent } from 'react';

type ButtonRootProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly 'data-loading'?: boolean;
};

const doNothing = (event: MouseEvent): void => event.preventDefault();

/**
 * Element of a button. While it waits, presses do nothing, but it is not disabled: a disabled element loses the focus,
 * also for the time after it.
 */
export const buttonRoot = (props: ButtonRootProps) =>
  props['data-loading'] ? (
    <button {...props} disabled={false} aria-disabled aria-busy onClick={doNothing} />
  ) : (
    <button {...props} />
  );

// Mantine theme based on our design tokens: its palettes refer to tokens.css, so that each colour is defined once.

const one = (color: string): MantineColorsTuple => [
  color,
  color,
  color,
  color,
  color,
  color,
  color,
  color,
  color,
  color,
];

/** Mantine takes its neutrals from the light end of gray and the dark end of dark; both map to the same tokens. */
const gray: MantineColorsTuple = [
  'var(--hover)',
  'var(--well)',
  'var(--line)',
  'var(--line)',
  'var(--control-line)',
  'var(--dim)',
  'var(--dim)',
  'var(--ink)',
  'var(--ink)',
  'var(--ink)',
];
const dark: MantineColorsTuple = [
  'var(--ink)',
  'var(--ink)',
  'var(--dim)',
  'var(--dim)',
  'var(--control-line)',
  'var(--well)',
  'var(--card)',
  'var(--page)',
  'var(--page)',
  'var(--page)',
];

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  colors: {
    accent: one('var(--accent)'),
    red: one('var(--out)'),
    gray,
    dark,
  },
  white: 'var(--card)',
  black: 'var(--ink)',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.375rem' },
  lineHeights: { xs: '1.45', sm: '1.45', md: '1.45', lg: '1.4', xl: '1.3' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    if (input.variant !== 'filled') return colors;
    const on = input.color === 'red' ? 'var(--on-out)' : 'var(--on-accent)';
    return { ...colors, color: on };
  },
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 36 } },
    Button: { defaultProps: { renderRoot: buttonRoot } },
    CloseButton: {
      defaultProps: { 'aria-label': 'Close', icon: <IconX size={18} stroke={1.6} /> },
    },
    Popover: { defaultProps: { offset: 6, transitionProps: { duration: 140 } } },
  },
});

const variables = {
  '--mantine-color-body': 'var(--page)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--dim)',
  '--mantine-color-placeholder': 'var(--dim)',
  '--mantine-color-error': 'var(--out)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--control-line)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--accent-soft)',
  '--mantine-color-accent-light-color': 'var(--accent)',
  '--mantine-color-gray-text': 'var(--dim)',
  '--mantine-color-gray-light': 'var(--well)',
  '--mantine-color-gray-light-hover': 'var(--well)',
  '--mantine-color-gray-light-color': 'var(--dim)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-color-disabled': 'var(--well)',
  '--mantine-color-disabled-color': 'var(--dim)',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variables,
  dark: variables,
});
