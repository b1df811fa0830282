// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Behaves as the main net's USDT does where it matters to a wallet: six decimals, `transfer` returns nothing, the owner may
/// stop it or an address, and may take a fee out of what arrives. For test chains only: the deployer mints.
contract TestUsdt {
    string public constant name = "Test Tether USD";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;

    address public immutable owner;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBlackListed;
    bool public paused;
    uint256 public feeBasisPoints;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
    }

    constructor() {
        owner = msg.sender;
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function issue(address to, uint256 value) external onlyOwner {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setPaused(bool isPaused) external onlyOwner {
        paused = isPaused;
    }

    function setBlackListed(address holder, bool isListed) external onlyOwner {
        isBlackListed[holder] = isListed;
    }

    function setFee(uint256 basisPoints) external onlyOwner {
        require(basisPoints < 20);
        feeBasisPoints = basisPoints;
    }

    function move(address from, address to, uint256 value) private {
        require(!paused && !isBlackListed[from]);
        uint256 fee = (value * feeBasisPoints) / 10000;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        emit Transfer(from, to, value - fee);
        if (fee > 0) {
            balanceOf[owner] += fee;
            emit Transfer(from, owner, fee);
        }
    }
}

/// A malicious contract: logs transfers that never happened.
contract FakeUsdt {
    event Transfer(address indexed from, address indexed to, uint256 value);

    /// A token of its own that calls itself USDT and mints whatever is asked.
    function transfer(address to, uint256 value) external {
        emit Transfer(msg.sender, to, value);
    }

    /// Calls the true one in a way that fails, and succeeds itself: status 1, and nothing has moved.
    function failInside(address token, address to, uint256 value) external {
        (bool isDone, ) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, value));
        isDone;
    }
}
