import { queryClient } from '../../api/query-client.ts';
import { membershipsQuery } from '../../api/memberships.ts';
import { chooseOwnerOf } from '../../context/use-memberships.ts';
import { paths } from '../../paths.ts';

/** Opens the dashboard for an owner whom the signed-in account has joined. */
export async function goToOwner(ownerId: string): Promise<void> {
  const memberships = await queryClient.fetchQuery(membershipsQuery()).catch(() => []);
  const joined = memberships.find((one) => one.ownerId === ownerId);
  if (joined) chooseOwnerOf(joined);
  else location.assign(paths.root);
}
