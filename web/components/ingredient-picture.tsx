/** Picture of an ingredient, or the outline of its container when it has none. */
import { useState } from 'react';
import type { Ingredient } from '../api/ingredients.ts';
import styles from './ingredient-picture.module.css';

type Vessel = 'bottle' | 'keg' | 'gun';

/** Soda-gun lines show the gun, beer a keg, everything else a bottle. */
function vesselOf({ source, category }: Pick<Ingredient, 'source' | 'category'>): Vessel {
  if (source === 'soda gun') return 'gun';
  return category === 'Beer' ? 'keg' : 'bottle';
}

interface IngredientPictureProps {
  /** imageURL is the key of its picture, empty for none. */
  readonly ingredient: Pick<Ingredient, 'name' | 'imageURL' | 'source' | 'category'>;
  /** A square of 40 pixels, for rows. */
  readonly small?: boolean;
}

/** 100 wide; the height depends on the container. */
export function IngredientPicture({ ingredient, small = false }: IngredientPictureProps) {
  const { name, imageURL } = ingredient;
  const [brokenURL, setBrokenURL] = useState('');
  const hasPicture = imageURL !== '' && imageURL !== brokenURL;
  return (
    <img
      src={hasPicture ? `/files/${imageURL}` : `/vessels/${vesselOf(ingredient)}.svg`}
      alt={name}
      width={small ? 40 : 100}
      loading="lazy"
      decoding="async"
      draggable={false}
      className={styles['picture']}
      data-outline={!hasPicture}
      data-small={small}
      onError={() => hasPicture && setBrokenURL(imageURL)}
    />
  );
}
