import { Fragment } from 'react';

/** Breaks at an underscore where it does not fit. */
export function AccountName({ account }: { account: string }) {
  const [first, ...rest] = account.split('_');
  return (
    <>
      {first}
      {rest.map((part) => (
        <Fragment key={part}>
          _<wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
