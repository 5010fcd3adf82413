# Sourced from the root of the checkout: $WHEEL is a release wheel, built unless it is set; $scratch is a folder for virtual environments.
source bench/venv.sh
scratch=bench/scratch/python
mkdir -p "$scratch"
if [ -z "${WHEEL:-}" ]; then
    venv "$scratch/tools" "maturin>=1.8,<2"
    CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target} "$scratch/tools/bin/maturin" build --quiet --release --manifest-path python/Cargo.toml \
        --interpreter "$scratch/tools/bin/python" --out "$scratch/release"
    WHEEL=$(ls -t "$scratch"/release/*.whl | head -n 1)
fi
