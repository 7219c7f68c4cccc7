import { Fragment } from 'react';

/** Names separated by commas, each in the direction of its own script. */
export const Names = ({ of }: { readonly of: readonly string[] }) =>
  of.map((name, index) => (
    // The same name can be there twice, and nothing is kept per name.
    <Fragment key={`${name} ${String(index)}`}>
      {index > 0 && ', '}
      <bdi>{name}</bdi>
    </Fragment>
  ));
