import { Button } from '@mantine/core';
import { IconPhoto, IconUpload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ingredientFormMessages } from '../../../rules/stock/stock-messages.ts';
import { ImageGroup, type ImagePick, PickButton } from '../../components/picked-image.tsx';
import styles from './image-field.module.css';

interface ImageFieldProps {
  readonly image: ImagePick;
  /** Current picture; empty for none. */
  readonly imageURL: string;
  /** Name of the ingredient. */
  readonly name: string;
  readonly isRequired: boolean;
  /** True after a submit without a picture. */
  readonly isRefused: boolean;
  readonly problem: string | undefined;
}

/** Chosen picture, current picture or placeholder. */
function Shown({ image, imageURL, name }: Pick<ImageFieldProps, 'image' | 'imageURL' | 'name'>) {
  const [brokenURL, setBrokenURL] = useState('');
  if (image.picked) {
    const { address, fileName } = image.picked;
    return <img src={address} width={300} alt={`Preview of ${fileName}`} />;
  }
  if (imageURL !== '' && imageURL !== brokenURL) {
    return (
      <img
        src={`/files/${imageURL}`}
        width={300}
        alt={`${name}, as it is now`}
        onError={() => setBrokenURL(imageURL)}
      />
    );
  }
  return (
    <span aria-hidden="true" className={styles['none']}>
      <IconPhoto size={28} stroke={1.4} />
    </span>
  );
}

export function ImageField(props: ImageFieldProps) {
  const { image, imageURL, name, isRequired, isRefused, problem } = props;
  const id = useId();
  const isMissing = isRequired && !image.picked;
  const wrong = image.problem ?? problem;
  return (
    <ImageGroup
      image={image}
      legend={
        <>
          Brand Image<span className={styles['wrong']}>*</span>
        </>
      }
    >
      <div className={styles['row']}>
        <div className={styles['frame']}>
          <Shown image={image} imageURL={imageURL} name={name} />
        </div>
        <div className={styles['words']}>
          <div className={styles['buttons']}>
            <PickButton
              image={image}
              leftSection={<IconUpload size={16} stroke={1.6} aria-hidden="true" />}
              aria-describedby={`${id}-words`}
              data-upload
              data-wrong={wrong !== undefined}
            >
              Upload Image
            </PickButton>
            {image.picked && imageURL !== '' && (
              <Button variant="subtle" onClick={image.drop}>
                Keep the current one
              </Button>
            )}
          </div>
          <div id={`${id}-words`} className={styles['said']}>
            {wrong !== undefined && (
              <p role="alert" className={styles['wrong']}>
                {wrong}
              </p>
            )}
            {isMissing && (
              <p
                // A new element, which is announced.
                key={String(isRefused)}
                role={isRefused ? 'alert' : undefined}
                className={styles[isRefused ? 'wrong' : 'missing']}
              >
                {ingredientFormMessages.noImage}
              </p>
            )}
            <p className={styles['hint']}>{ingredientFormMessages.imageHint}</p>
          </div>
        </div>
      </div>
    </ImageGroup>
  );
}
