import { forecastMessages } from '../../rules/forecast/forecast-messages.ts';
import { paths } from '../paths.ts';
import { isSuperAdmin } from '../session/claims.ts';
import { useSession } from '../session/session.ts';
import { Link } from '../ui/link.tsx';

/** That no unit of a venue counts its stock, and what to do about it: only super administrators switch it on. */
export function StockOff({ venueId }: { readonly venueId: string }) {
  const session = useSession();
  return (
    <>
      {forecastMessages.noneTracked}{' '}
      {session && isSuperAdmin(session.claims) ? (
        <Link href={paths.venue(venueId)}>{forecastMessages.turnOn}</Link>
      ) : (
        forecastMessages.askToTurnOn
      )}
    </>
  );
}
