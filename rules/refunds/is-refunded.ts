/** Whether a drink of a sale, as responses show it, is refunded. */
export const isRefunded = ({ status }: { readonly status: string }): boolean =>
  status.toLowerCase() === 'refunded';
