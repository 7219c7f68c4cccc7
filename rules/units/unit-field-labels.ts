/** Labels of the fields of a unit that can be changed. */
export const unitFieldLabels = {
  homeHelperText: 'Home helper text',
  homeButtonImage: 'Home button image',
  idCheckingServiceHostName: 'ID checking service host name',
  discountRate: 'Discount rate',
  model: 'Model',
} as const;
