# Sourced: `venv FOLDER PACKAGE==VERSION…` creates a virtual environment with these packages, once.
venv() {
    local folder=$1
    shift
    if [ "$(cat "$folder/wanted" 2>/dev/null)" != "$*" ]; then
        python3 -m venv --clear "$folder"
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade pip
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
        echo "$*" > "$folder/wanted"
    fi
}
