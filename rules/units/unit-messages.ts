export const unitMessages = {
  noUnits: 'Choose at least one unit',
  oneChange: 'Send maintenance or changes of fields',
  namedTwice: 'Name each unit once',
} as const;
