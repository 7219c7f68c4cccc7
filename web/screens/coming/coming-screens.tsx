/** The screens that later work brings, each with the sentence it shows until then. */
import { useVenues } from '../../session/active-venue.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/link.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { ComingScreen } from './coming-screen.tsx';

const toSales = <LinkButton href={paths.salesReport()}>Open the sales report</LinkButton>;

export function AddDrink() {
  const { active, isPending } = useVenues();
  return (
    <ComingScreen
      title="Your Menu"
      context={isPending ? <SkeletonLine width={14} /> : active?.name}
      action={toSales}
    >
      Here you will see each unit with its bottles, and arrange what it pours. Until then, see what
      your units sold.
    </ComingScreen>
  );
}

export const DrinkMenu = () => (
  <ComingScreen title="Your Drink Menu" action={toSales}>
    Here you will name, price and remove the drinks of your venue.
  </ComingScreen>
);

export const AddIngredient = () => (
  <ComingScreen title="Add Ingredient">
    Here you will add a bottle, keg or soda-gun item to a unit.
  </ComingScreen>
);

export const EditIngredient = () => (
  <ComingScreen title="Edit Ingredient">
    Here you will change the price, the sizes and the positions of an ingredient.
  </ComingScreen>
);

export const RenderingSettings = () => (
  <ComingScreen title="Rendering list">
    Here you will upload the pages that a venue shows on its screens.
  </ComingScreen>
);
